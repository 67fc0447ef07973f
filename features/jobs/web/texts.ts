import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    jobs: typeof cn
  }
}

export type JobsTexts = Translate<KeyOf<'jobs'>>

export function useJobsTexts(): JobsTexts {
  return useTexts('jobs')
}
