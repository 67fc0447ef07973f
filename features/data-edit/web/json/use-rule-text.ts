import type { RuleText } from '@qd/web-json'
import { useCallback } from 'react'
import { faultText } from '../state/use-fault-texts.ts'
import { useEditTexts } from '../texts.ts'

/** A fault of the definition's rules in words, with the field it is of. */
export function useRuleText(): RuleText {
  const t = useEditTexts()
  return useCallback(
    (fault) => {
      const { field } = fault
      const text = faultText(t, fault)
      return field === '' || text.includes(field) ? text : t('wrong.at', { field, text })
    },
    [t],
  )
}
