import { useLocation } from 'react-router'

const at = (page: string, recordId: string) => `/mock/records/${page}?record=${encodeURIComponent(recordId)}`

/** Where the documentation of a game record stands. */
export const docOfRecord = (recordId: string): string => at('doc', recordId)
/** Where its frames are shown. */
export const aboutRecord = (recordId: string): string => at('about', recordId)

/** The record that the address names; empty: none. */
export function useRecordId(): string {
  return new URLSearchParams(useLocation().search).get('record') ?? ''
}
