import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    accounts: typeof cn
  }
}

export type AccountsTexts = Translate<KeyOf<'accounts'>>

export const useAccountsTexts = (): AccountsTexts => useTexts('accounts')
