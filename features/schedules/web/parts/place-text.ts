import type { ScheduleView } from '../../contract/index.ts'
import type { SchedulesTexts } from '../texts.ts'

/** The place of an entry in one line, from the operator down. */
export function placeText({ placeName }: Pick<ScheduleView, 'placeName'>, t: SchedulesTexts): string {
  return placeName.length === 0 ? t('everywhere') : placeName.join(' / ')
}

/** Whose it is: a user name is shown as it is. */
export function ownerText(
  { isSystem, owner }: Pick<ScheduleView, 'isSystem' | 'owner'>,
  t: SchedulesTexts,
): string {
  return isSystem ? t('system') : owner
}
