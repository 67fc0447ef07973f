import type cn from './locales/cn.json'

declare module '@qd/web-kit' {
  interface FeatureTexts {
    scope: typeof cn
  }
}
