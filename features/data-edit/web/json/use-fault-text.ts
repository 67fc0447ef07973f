import type { JsonFault, PlacedFault } from '@qd/json-text'
import { useCallback } from 'react'
import { groupDigits } from '@qd/web-controls/fields'
import { useEditTexts } from '../texts.ts'

const OF_JSON: ReadonlySet<string> = new Set(['syntax', 'duplicate', 'forbidden', 'lost_digits', 'hidden'])

function isOfJson(fault: JsonFault | PlacedFault): fault is JsonFault {
  return OF_JSON.has(fault.code)
}

/** A fault of a text in words: what is wrong, and with which field. */
export function useFaultText(): (fault: JsonFault | PlacedFault) => string {
  const t = useEditTexts()
  return useCallback(
    (fault) => {
      if (isOfJson(fault)) return t(`json.fault.${fault.code as 'syntax'}`, { detail: fault.detail })
      const field = 'field' in fault ? fault.field : ''
      const text = t(`fault.${fault.code}`, { detail: groupDigits(fault.detail), field })
      return field === '' || text.includes(field) ? text : t('json.fault.at', { field, text })
    },
    [t],
  )
}
