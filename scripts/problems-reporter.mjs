import { writeFileSync } from 'node:fs';

/**
 * A reporter of Vitest. It writes the counts of a run and what failed into the file that TEST_RESULT_FILE names. An
 * error outside of tests (of a hook, of an import, an unhandled rejection, a process that crashed) counts as a failure.
 */
export default class ProblemsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const states = tests.map((test) => test.result().state);
    const problems = [
      ...modules.flatMap(problemsOf),
      ...unhandledErrors.map(
        (error) => `unhandled, ${error.VITEST_TEST_PATH ?? 'of no test file'}: ${firstLines(error)}`,
      ),
    ];
    writeFileSync(
      process.env['TEST_RESULT_FILE'],
      JSON.stringify({
        passed: states.filter((state) => state === 'passed').length,
        skipped: states.filter((state) => state === 'skipped').length,
        problems,
      }),
    );
  }
}

function problemsOf(module) {
  const failed = [...module.children.allTests('failed')].map(
    (test) => `${module.relativeModuleId} > ${test.fullName}: ${firstLines(test.result().errors[0])}`,
  );
  if (failed.length > 0 || module.state() !== 'failed') return failed;
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [`${module.relativeModuleId}: ${firstLines(errors[0])}`];
}

/** At most 5 lines of an error and where it was thrown. */
function firstLines(error) {
  const at = error?.stacks?.[0];
  const message = `${error?.message ?? 'no error was reported'}`.split('\n').slice(0, 5).join('\n');
  return at ? `${message} (${at.file}:${at.line})` : message;
}
