import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, whatever their size: begun last they would be waited for. */
const long = ['nextjs.test.ts', 'crash.test.ts', 'nextjs-shop.test.ts', 'late-maps.test.ts'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at === -1 ? long.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
