import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    'redemption-codes': typeof cn
  }
}
