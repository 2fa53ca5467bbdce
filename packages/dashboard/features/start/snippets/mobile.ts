import { initOf, install, throwStep, type Step } from './step.ts';

export function reactNative(dsn: string): Step[] {
  return [
    install('npm install @sentry/react-native'),
    {
      title: 'Initialize it first and wrap your app',
      code: `import * as Sentry from '@sentry/react-native';\n\n${initOf(dsn)}\n\nexport default Sentry.wrap(App);`,
    },
    throwStep(`<Button title="Break it" onPress={() => { throw new Error('Hello, Seismo'); }} />`),
  ];
}

export function flutter(dsn: string): Step[] {
  return [
    install('flutter pub add sentry_flutter'),
    {
      title: 'lib/main.dart',
      code: `import 'package:sentry_flutter/sentry_flutter.dart';\n\nFuture<void> main() async {\n  await SentryFlutter.init(\n    (options) => options.dsn = '${dsn}',\n    appRunner: () => runApp(SentryWidget(child: MyApp())),\n  );\n}`,
    },
    throwStep(`throw StateError('Hello, Seismo');`),
  ];
}
