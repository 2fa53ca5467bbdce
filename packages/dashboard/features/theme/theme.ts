export const themeCookie = 'seismo_theme';
export type Theme = 'system' | 'light' | 'dark';

/** Runs before the first paint, so that the remembered theme never flashes. Only `light` and `dark` are ever used. */
export const themeScript = `(function(){var m=/(?:^|; )${themeCookie}=(light|dark)(?:;|$)/.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]})()`;
