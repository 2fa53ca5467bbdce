import { Field } from '#ui/field.tsx';

/** For setting a password without the current one. */
export function NewPassword() {
  return (
    <Field
      label="Password"
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={10}
      required
      hint="At least 10 characters. A few words are easier to remember than symbols."
    />
  );
}
