import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    notifications: typeof cn
  }
}

export type NotificationsTexts = Translate<KeyOf<'notifications'>>

export function useNotificationsTexts(): NotificationsTexts {
  return useTexts('notifications')
}
