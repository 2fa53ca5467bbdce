import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';

/** Plain enough to be used on the telephone: one field, one button. */
export function CodeForm({ code = '' }: { code?: string }) {
  return (
    <form action="/error-codes" className="flex max-w-xl flex-wrap items-start gap-2 pb-5">
      <Field
        key={code}
        label="Error code"
        name="code"
        defaultValue={code}
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="min-w-0 flex-1 basis-64"
        hint="Enter the code from the error page, paste the whole page, or enter an event ID."
      />
      <Button type="submit" variant="primary" className="mt-[28px]">
        Look up
      </Button>
    </form>
  );
}
