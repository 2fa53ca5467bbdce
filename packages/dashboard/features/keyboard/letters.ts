const cookie = 'seismo_keys';

/** Single letters as shortcuts get in the way of speech input (WCAG 2.1.4): they can be switched off. */
export const lettersOff = (): boolean => document.cookie.includes(`${cookie}=off`);

export function switchLetters(on: boolean): void {
  document.cookie = `${cookie}=${on ? 'on' : 'off'}; path=/; max-age=31536000; samesite=lax`;
}
