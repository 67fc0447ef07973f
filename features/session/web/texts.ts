import type cn from './locales/cn.json'

declare module '@qd/web-kit' {
  interface FeatureTexts {
    session: typeof cn
  }
}
