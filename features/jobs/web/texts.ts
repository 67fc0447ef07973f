import type cn from './locales/cn.json'

declare module '@qd/web-kit' {
  interface FeatureTexts {
    jobs: typeof cn
  }
}
