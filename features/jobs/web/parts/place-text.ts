import type { JobView } from '../../contract/index.ts'

/** The place of a job in one line, from the operator down. */
export function placeText({ placeName }: Pick<JobView, 'placeName'>, everywhere: string): string {
  return placeName.length === 0 ? everywhere : placeName.join(' / ')
}
