/**
 * Fisher's exact test: how probable it is that a value is so much more or less frequent in the selection than in the rest if it has the same
 * frequency in both. Two-sided: twice the smaller tail of the hypergeometric distribution (R. A. Fisher 1935; doubled as by F. Yates 1984,
 * https://doi.org/10.2307/2981577). Exact for small counts, too.
 */
export function fisherExact(selected: number, selectedTotal: number, rest: number, restTotal: number): number {
  const withValue = selected + rest;
  const tail = (step: 1 | -1) => tailOf(selected, step, { selectedTotal, restTotal, withValue });
  return Math.min(1, 2 * Math.min(tail(1), tail(-1)));
}

interface Margins {
  selectedTotal: number;
  restTotal: number;
  withValue: number;
}

/** The probability of `from` spans with the value in the selection, and of every number of them beyond it. */
function tailOf(from: number, step: 1 | -1, { selectedTotal, restTotal, withValue }: Margins): number {
  const last = step === 1 ? Math.min(withValue, selectedTotal) : Math.max(0, withValue - restTotal);
  let probability = Math.exp(
    lnChoose(selectedTotal, from) +
      lnChoose(restTotal, withValue - from) -
      lnChoose(selectedTotal + restTotal, withValue),
  );
  let sum = probability;
  for (let x = from; x !== last && probability > sum * 1e-17; x += step) {
    const up = (withValue - x) * (selectedTotal - x);
    const down = x * (restTotal - withValue + x);
    probability *=
      step === 1
        ? up / ((x + 1) * (restTotal - withValue + x + 1))
        : down / ((withValue - x + 1) * (selectedTotal - x + 1));
    sum += probability;
  }
  return sum;
}

function lnChoose(n: number, k: number): number {
  return lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k);
}

const exact = [0];
for (let n = 1; n < 256; n += 1) exact.push(exact[n - 1]! + Math.log(n));

/** From 256 on by Stirling's series, whose error is below 10⁻²⁰ there. */
function lnFactorial(n: number): number {
  if (n < exact.length) return exact[n]!;
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);
}

/**
 * P-values, adjusted so that of those at or below a limit no larger share is expected to be false than the limit, whatever the tests have to
 * do with each other (Y. Benjamini, D. Yekutieli 2001, https://doi.org/10.1214/aos/1013699998).
 */
export function adjustedForDiscoveries(pValues: readonly number[]): number[] {
  const count = pValues.length;
  const dependence = pValues.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
  const order = pValues.map((_, index) => index).sort((a, b) => pValues[b]! - pValues[a]!);
  const adjusted = Array<number>(count).fill(1);
  let least = 1;
  for (const [place, index] of order.entries()) {
    least = Math.min(least, (pValues[index]! * count * dependence) / (count - place));
    adjusted[index] = least;
  }
  return adjusted;
}
