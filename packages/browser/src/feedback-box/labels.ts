/** Every word of the box. */
export interface FeedbackLabels {
  /** Of the button that opens it. */
  button: string;
  title: string;
  message: string;
  /** What stands in the empty field of the message. */
  hint: string;
  name: string;
  email: string;
  screenshot: string;
  tooLarge: string;
  cancel: string;
  send: string;
  sending: string;
  thanks: string;
  failed: string;
  close: string;
}

export const english: FeedbackLabels = {
  button: 'Feedback',
  title: 'What went wrong?',
  message: 'What happened, and what did you expect?',
  hint: '',
  name: 'Name (optional)',
  email: 'E-mail, if you want an answer',
  screenshot: 'Screenshot (optional)',
  tooLarge: 'The picture is too large.',
  cancel: 'Cancel',
  send: 'Send',
  sending: 'Sending…',
  thanks: 'Thank you. Your words have arrived.',
  failed: 'It could not be sent. Your words are still here: please try again.',
  close: 'Close',
};
