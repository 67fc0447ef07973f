import { textOf, useTexts } from '@qd/web-base'
import type { KeyOf, TextValues, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    schedules: typeof cn
  }
}

export type SchedulesTexts = Translate<KeyOf<'schedules'>>

export function useSchedulesTexts(): SchedulesTexts {
  return useTexts('schedules')
}

/** The same outside components. */
export function schedulesText(key: KeyOf<'schedules'>, values?: TextValues): string {
  return textOf('schedules', key, values)
}
