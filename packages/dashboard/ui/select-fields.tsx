export interface SelectField {
  name: string;
  label: string;
  value: string;
  /** What is meant where the address does not say it; `''` if not given. */
  defaultValue?: string;
  options: [value: string, label: string][];
}

/** Selects of one form. `onChoose` gets the form, so that what was chosen is read where everything else is. */
export function SelectFields({
  fields,
  onChange,
}: {
  fields: SelectField[];
  onChange: (form: HTMLFormElement) => void;
}) {
  return fields.map((choice) => (
    <select
      key={choice.name}
      name={choice.name}
      aria-label={choice.label}
      defaultValue={choice.value}
      onChange={(event) => event.currentTarget.form && onChange(event.currentTarget.form)}
      className="select"
    >
      {choice.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  ));
}
