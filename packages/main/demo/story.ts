import { searchFix } from './commits.ts';
import { DAY_MS, HOUR_MS, releases } from './plan.ts';
import { publish } from './release.ts';
import { setUpShop } from './set-up.ts';
import { feedbackWith, issue, issues, type Shop } from './shop.ts';

export interface Chapter {
  agoMs: number;
  /** Runs at the last report of this scenario before then. */
  after?: string;
  /** After everything that was reported until then. */
  run(shop: Shop): Promise<void>;
}

const cartTotal = `"reading 'price'"`;

const chapters: Chapter[] = [
  { agoMs: 21 * DAY_MS, run: setUpShop },
  {
    // With source maps the same bug looks different.
    agoMs: 10.3 * DAY_MS,
    async run(shop) {
      const mira = await shop.as('mira');
      const before = await issue(shop, 'shop-web', `${cartTotal} firstRelease:shop-web@2.3.0`);
      const now = await issue(shop, 'shop-web', `${cartTotal} firstRelease:shop-web@2.4.0`);
      await shop.command.mergeIssues(mira, [before], now);
      await shop.command.addComment(
        mira,
        now,
        'The same as before we uploaded source maps, so I merged the two.\n\nWhen a product is discontinued, its cart lines lose their `product`.',
      );
      await shop.command.changeIssues(mira, [now], { priority: 'high' });
    },
  },
  {
    agoMs: 9.2 * DAY_MS,
    async run(shop) {
      const ines = await shop.as('ines');
      const found = await issues(shop, 'shop-web', '"is not valid JSON"');
      await shop.command.addComment(
        ines,
        found[0]!,
        'On timeouts the gateway returns an HTML page. A fix is on the way.',
      );
      await shop.command.changeIssues(ines, found, { assignTo: 'me' });
      await shop.command.changeIssues(ines, found, { status: { to: 'resolved', in: 'commit', commit: searchFix.id } });
    },
  },
  {
    agoMs: 8.5 * DAY_MS,
    async run(shop) {
      const ines = await shop.as('ines');
      const wishlist = await issue(shop, 'shop-web', 'error.type:QuotaExceededError');
      await shop.command.addComment(
        ines,
        wishlist,
        'Pictures from phones are too large to store. The next release resizes them.',
      );
      await shop.command.changeIssues(ines, [wishlist], { status: { to: 'resolved', in: 'next-release' } });
    },
  },
  {
    agoMs: 6.1 * DAY_MS,
    async run(shop) {
      const tom = await shop.as('tom');
      const inventory = await issue(shop, 'shop-api', '"inventory service not responding"');
      await shop.command.addComment(
        tom,
        inventory,
        'The warehouse moved to new machines this afternoon. Nothing to do, but tell me if it grows.',
      );
      await shop.command.changeIssues(tom, [inventory], { status: { to: 'archived', until: 'escalating' } });
      const postcode = await issue(shop, 'shop-api', '"is not a postcode"');
      await shop.command.changeIssues(tom, [postcode], { priority: 'low' });
    },
  },
  {
    agoMs: 5 * DAY_MS,
    async run(shop) {
      const jonas = await shop.as('jonas');
      const refused = await issue(shop, 'shop-web', '"All promises were rejected"');
      await shop.command.addComment(
        jonas,
        refused,
        'All three providers had trouble between 10:00 and 15:00. Their status pages are green again.',
      );
      await shop.command.changeIssues(jonas, [refused], { status: { to: 'resolved', in: 'now' } });
      await shop.command.changeFeedback(jonas, [await feedbackWith(shop, 'Was I charged?')], 'done');
    },
  },
  {
    agoMs: 3.3 * DAY_MS,
    async run(shop) {
      const [ines, jonas] = [await shop.as('ines'), await shop.as('jonas')];
      const card = await issue(shop, 'shop-web', '"promise rejection"');
      await shop.command.addComment(
        ines,
        card,
        'The payment provider reports what customers type into its field. Not ours.',
      );
      await shop.command.changeIssues(ines, [card], { status: { to: 'archived', until: 'forever' } });
      const discount = await issue(shop, 'shop-api', `"reading 'percent'"`);
      await shop.command.addComment(
        jonas,
        discount,
        'Mine: since 2.5.0 some items have no discount. A fix is in review.',
      );
    },
  },
  {
    agoMs: 2.6 * DAY_MS,
    async run(shop) {
      const ines = await shop.as('ines');
      const currency = await issue(shop, 'shop-web', '"unknown currency"');
      await shop.command.addComment(
        ines,
        currency,
        'A single storefront with an old configuration. Archived until it spreads.',
      );
      await shop.command.changeIssues(ines, [currency], { status: { to: 'archived', until: 'escalating' } });
      await shop.command.changeFeedback(ines, [await feedbackWith(shop, 'backlinks')], 'spam');
    },
  },
  {
    agoMs: 0.9 * DAY_MS,
    async run(shop) {
      const tom = await shop.as('tom');
      const pictures = await issue(shop, 'shop-worker', `"reading 'width'"`);
      await shop.command.changeIssues(tom, [pictures], { status: { to: 'resolved', in: 'next-release' } });
    },
  },
  {
    agoMs: 3 * HOUR_MS,
    after: 'currency-code',
    async run(shop) {
      const [demo, jonas] = [await shop.as('demo'), await shop.as('jonas')];
      const cart = await issue(shop, 'shop-web', `${cartTotal} firstRelease:shop-web@2.3.0`);
      await shop.command.flagIssues(demo, [cart], { bookmarked: true });
      await shop.command.addComment(
        jonas,
        cart,
        'Still happening. I would rather fix it in the cart service: `product` must never be missing.',
      );
      const known = await issues(shop, 'shop-web', 'firstSeen:+2d');
      await shop.command.flagIssues(demo, [...known, ...(await issues(shop, 'shop-api', 'firstSeen:+5d'))], {
        seen: true,
      });
    },
  },
  { agoMs: 0, run: async () => {} },
];

/** After the start of a release, its verdict is due: most come with the last one. */
const verdicts = releases.flatMap(({ agoMs }) => [agoMs - HOUR_MS, agoMs - DAY_MS]);
/** The payment providers fail. */
const incident = 5.15 * DAY_MS;

/** Chapters without actions of users; reports are still processed in their time, and alerts decided. */
const quiet: Chapter[] = [...[13, 12, 7.2, 0.45].map((days) => days * DAY_MS), incident, ...verdicts].map((agoMs) => ({
  agoMs,
  run: async () => {},
}));

const published: Chapter[] = releases.map((release) => ({
  agoMs: release.agoMs,
  run: (shop) => publish(shop, release),
}));

/** The last fourteen days of the shop, oldest first: the actions of users and build machines between reports. */
export const story: readonly Chapter[] = [...chapters, ...quiet, ...published].toSorted(
  (one, other) => other.agoMs - one.agoMs,
);
