import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow files regardless of their size, which start first so that nothing waits for them at the end. */
const long = [
  'crash.test.ts',
  'nextjs-shop.test.ts',
  'crash/retention.test.ts',
  'postgres.test.ts',
  'nextjs.test.ts',
  'roles.test.ts',
  'triage.test.ts',
  'disk-budget.test.ts',
  'package.test.ts',
  'every-schema.test.ts',
  'commands.test.ts',
  'lease.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at === -1 ? long.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
