import { defineConfig } from 'oxlint';
import { browserFiles, closedParts, drivers, folders, network, networkGlobals, packages, pure } from './boundaries.ts';

interface Pattern {
  group: string[];
  message: string;
  allowTypeImports?: boolean;
}

const why = 'See boundaries.ts and docs/ARCHITECTURE.md.';

// A later override replaces an earlier one for the same rule, so every folder gets one list that says it all.
function closedDrivers(folder?: string): Pattern[] {
  return Object.entries(drivers)
    .filter(([, homes]) => !homes.some((home) => home.split('/')[0] === folder))
    .map(([driver, homes]) => ({ group: [driver], message: `${driver} is used only in ${homes.join(', ')}. ${why}` }));
}

const outgoing = 'Connections leave the server through packages/server/src/outgoing. See docs/decisions/0039.';
const closedNetwork = Object.entries(network).map(([name, allowImportNames]) => ({
  name,
  allowImportNames,
  allowTypeImports: true,
  message: outgoing,
}));
const closedGlobals = networkGlobals.map((name) => ({ name, message: outgoing }));

const allOfNode = ['node:*', 'node:*/**'];
const noEffects = 'domain has no I/O, no clock and no randomness: they are passed in. See boundaries.ts.';
const pureModules = Object.entries(pure.modules).map(([name, allowImportNames]) => ({
  name,
  allowImportNames,
  message: noEffects,
}));

const folderOverrides = Object.entries(folders).map(([name, mayImport]) => {
  const folder = `packages/server/src/${name}`;
  const closed = Object.keys(folders).filter(
    (other) => other !== name && other !== 'platform' && !mayImport.includes(other),
  );
  const patterns: Pattern[] = [
    ...closed.map((other) => ({
      group: [`#${other}/*`, `#${other}/**`, `../${other}/**`, `../../${other}/**`],
      message: `${name} may import ${mayImport.join(', ') || 'no other folder'}. ${why}`,
    })),
    ...(closedParts[name] ? [{ group: [...closedParts[name]], message: `This is closed to ${name}. ${why}` }] : []),
    { group: ['@seismo/dashboard', '@seismo/main', 'next', 'react'], message: `The server knows no dashboard. ${why}` },
    ...closedDrivers(name),
    ...(name === 'domain'
      ? [{ group: [...allOfNode, ...Object.keys(pure.modules).map((open) => `!${open}`)], message: noEffects }]
      : []),
  ];
  const paths = name === 'outgoing' ? [] : name === 'domain' ? pureModules : closedNetwork;
  return {
    files: [`${folder}/**/*.ts`],
    rules: { 'eslint/no-restricted-imports': ['error', { patterns, paths }] as const },
  };
});

const packageOverrides = Object.entries(packages)
  .filter(([name]) => name !== 'server')
  .map(([name, { imports, types }]) => {
    const ours = [
      '@seismo/protocol',
      '@seismo/browser',
      '@seismo/nextjs',
      '@seismo/server',
      '@seismo/dashboard',
      '@seismo/main',
    ];
    const patterns: Pattern[] = [
      ...ours
        .filter((other) => !imports.includes(other))
        .map((other) => ({
          group: [
            other,
            `${other}/**`,
            ...imports.filter((open) => open.startsWith(`${other}/`)).map((open) => `!${open}`),
          ],
          message: `${name} may import ${imports.join(', ') || 'none of our packages'}${types.length > 0 ? `, and types of ${types.join(', ')}` : ''}. ${why}`,
          allowTypeImports: types.includes(other),
        })),
      ...(name === 'protocol' || name === 'browser'
        ? [{ group: allOfNode, message: `${name} runs in browsers. ${why}` }]
        : []),
      ...closedDrivers(),
    ];
    const paths = name === 'main' || name === 'dashboard' ? closedNetwork : [];
    return {
      files: [`packages/${name}/**/*.{ts,tsx}`],
      rules: { 'eslint/no-restricted-imports': ['error', { patterns, paths }] as const },
    };
  });

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'nextjs', 'vitest'],
  categories: { correctness: 'error' },
  options: { typeAware: true },
  ignorePatterns: [
    '**/.next/**',
    'packages/browser/dist/**',
    'tests/canaries/lint/**',
    'tests/golden/**',
    'packages/main/demo/envelopes/**',
    'packages/main/demo/late-upload/**',
    '**/next-env.d.ts',
  ],
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'eslint/no-console': 'error',
    'eslint/eqeqeq': 'error',
    // Our interfaces are records of closures: nothing in them reads `this`.
    'typescript/unbound-method': 'off',
    // A rest pattern is how a field is left out.
    'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    // Conformance suites keep their expectations in functions that they share; these rules look only at the test's text.
    'vitest/expect-expect': 'off',
    'vitest/valid-expect': 'off',
    'vitest/valid-title': 'off',
    'vitest/no-conditional-expect': 'off',
    // Scrolling regions take focus (WCAG 2.1.1), and `role="status"` is what screen readers were tested with.
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // A table with one tab stop: `packages/dashboard/explorer/row-grid.tsx`.
    'jsx-a11y/no-noninteractive-element-to-interactive-role': ['error', { table: ['grid'] }],
    'nextjs/no-assign-module-variable': 'off',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
  },
  overrides: [
    ...folderOverrides,
    ...packageOverrides,
    {
      files: ['packages/{server,main,dashboard}/**'],
      rules: { 'eslint/no-restricted-globals': ['error', ...closedGlobals] },
    },
    {
      files: ['packages/server/src/domain/**'],
      rules: {
        'eslint/no-restricted-globals': [
          'error',
          ...closedGlobals,
          ...pure.closedGlobals.map((name) => ({ name, message: noEffects })),
        ],
        'eslint/no-restricted-properties': [
          'error',
          ...pure.closedProperties.map((closed) => ({ ...closed, message: noEffects })),
        ],
      },
    },
    { files: [...browserFiles], rules: { 'eslint/no-restricted-globals': 'off' } },
    {
      // Tests put stages together; what they may not do is decided by what they test.
      files: [
        '**/*.test.ts',
        '**/*.test.tsx',
        '**/*.conformance.ts',
        'packages/{browser,main}/src/testing/**',
        'packages/server/src/ingest/test-server.ts',
        'tests/**',
        'bench/**',
      ],
      rules: {
        'eslint/no-restricted-imports': 'off',
        'eslint/no-restricted-globals': 'off',
        'eslint/no-restricted-properties': 'off',
        'eslint/no-console': 'off',
      },
    },
    { files: ['scripts/**'], rules: { 'eslint/no-console': 'off' } },
  ],
});
