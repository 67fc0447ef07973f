import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    properties: typeof cn
  }
}
