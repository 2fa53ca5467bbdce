export interface SelectField {
  name: string;
  label: string;
  value: string;
  /** The value that the URL leaves out; `''` by default. */
  defaultValue?: string;
  options: [value: string, label: string][];
}

interface Props {
  fields: SelectField[];
  onChange: (form: HTMLFormElement) => void;
}

/** The selects of one form. `onChange` gets the form, which has all values. */
export function SelectFields({ fields, onChange }: Props) {
  return fields.map((field) => (
    <select
      key={field.name}
      name={field.name}
      aria-label={field.label}
      defaultValue={field.value}
      onChange={(event) => event.currentTarget.form && onChange(event.currentTarget.form)}
      className="select"
    >
      {field.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  ));
}
