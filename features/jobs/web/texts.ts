import { useTexts } from '@qd/web-kit'
import type { KeyOf, Translate } from '@qd/web-kit'
import type cn from './locales/cn.json'

declare module '@qd/web-kit' {
  interface FeatureTexts {
    jobs: typeof cn
  }
}

export type JobsTexts = Translate<KeyOf<'jobs'>>

export function useJobsTexts(): JobsTexts {
  return useTexts('jobs')
}
