import type { JsonFault, PlacedFault } from '@qd/json-text'
import { useCallback } from 'react'
import { useJsonTexts } from '../texts.ts'

/** A fault of the definition's rules in words; `field` is empty where it is of no field. */
export type RuleText = (fault: Pick<PlacedFault, 'code' | 'detail' | 'field'>) => string

type OwnFault = Exclude<JsonFault['code'], 'too_deep'>

const OWN: Readonly<Record<OwnFault, true>> = {
  syntax: true,
  duplicate: true,
  forbidden: true,
  lost_digits: true,
}

function isOwn(code: (JsonFault | PlacedFault)['code']): code is OwnFault {
  return Object.hasOwn(OWN, code)
}

/** A fault of a text in words: what is wrong, and with which field. */
export function useFaultText(ruleText: RuleText): (fault: JsonFault | PlacedFault) => string {
  const t = useJsonTexts()
  return useCallback(
    ({ code, detail, ...of }) =>
      isOwn(code)
        ? t(`fault.${code}`, { detail })
        : ruleText({ code, detail, field: 'field' in of ? of.field : '' }),
    [t, ruleText],
  )
}
