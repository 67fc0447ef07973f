import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    players: typeof cn
  }
}
