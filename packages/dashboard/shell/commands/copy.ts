import { toast } from '#features/toast/toast.ts';

/** Copies a text and confirms it, because nothing on the page changes. */
export async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: `${what} copied` });
  } catch {
    toast({ text: `${what} not copied: the browser denied access to the clipboard` });
  }
}
