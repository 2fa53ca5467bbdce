export const SDK_NAME = 'seismo.javascript.browser';
export const SDK_VERSION = '0.1.0';
