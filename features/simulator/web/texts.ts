import { textOf, useTexts } from '@qd/web-base'
import type { KeyOf, TextValues, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    simulator: typeof cn
  }
}

export type SimulatorKey = KeyOf<'simulator'>
export type SimulatorTexts = Translate<SimulatorKey>

export function useSimulatorTexts(): SimulatorTexts {
  return useTexts('simulator')
}

/** The same outside of components: titles of dialogs and tabs. */
export function simulatorText(key: SimulatorKey, values?: TextValues): string {
  return textOf('simulator', key, values)
}
