import { useMemo } from 'react'
import { useEditTexts } from '../texts.ts'

/** The words of the text editor's own panels, by the English ones it asks for. */
export function usePhrases(): Record<string, string> {
  const t = useEditTexts()
  return useMemo(
    () => ({
      Find: t('json.phrase.find'),
      Replace: t('json.phrase.replace'),
      next: t('json.phrase.next'),
      previous: t('json.phrase.previous'),
      all: t('json.phrase.all'),
      'match case': t('json.phrase.matchCase'),
      'by word': t('json.phrase.byWord'),
      regexp: t('json.phrase.regexp'),
      replace: t('json.phrase.replace'),
      'replace all': t('json.phrase.replaceAll'),
      close: t('json.phrase.close'),
      'Go to line': t('json.phrase.goToLine'),
      go: t('json.phrase.go'),
      Completions: t('json.phrase.completions'),
      Diagnostics: t('json.faults'),
      'Fold line': t('json.phrase.fold'),
      'Unfold line': t('json.phrase.unfold'),
      unfold: t('json.phrase.unfold'),
      'folded code': t('json.phrase.folded'),
    }),
    [t],
  )
}
