/** Shown for every invalid link, without the reason. */
export const invalidLink = {
  title: 'This link does not work',
  text: 'The link has expired, was revoked or is incomplete. Ask the sender for a new one.',
};
