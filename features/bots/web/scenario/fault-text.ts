import type { Fault } from '@qd/scenario'
import type { BotsTexts } from '../texts.ts'

/** What is wrong, and where, in the language of the page. */
export function faultText(t: BotsTexts, { code, step, field, line, params }: Omit<Fault, 'message'>): string {
  const where = [
    line === undefined ? '' : t('fault.at_line', { line }),
    step === '' ? '' : t('fault.at_step', { step }),
    field,
  ]
  const place = where.filter(Boolean).join(', ')
  const what = t(`fault.${code}`, params)
  return place === '' ? what : `${place}: ${what}`
}
