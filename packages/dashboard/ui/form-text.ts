/** One field of a form as text. A missing field and a file are both `''`. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Every text field, in order. */
export function texts(form: FormData): [name: string, value: string][] {
  return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []));
}
