import { useCallback } from 'react'
import { useFeatures } from './slots.tsx'

/** What a role is called where a text is needed: a built-in one in the reader's words, any other by its name or code. */
export function useRoleName(): (code: string, name?: string) => string {
  const features = useFeatures()
  return useCallback(
    (code: string, name?: string) =>
      features.map(({ roleName }) => roleName?.(code) ?? '').find((each) => each !== '') ?? name ?? code,
    [features],
  )
}
