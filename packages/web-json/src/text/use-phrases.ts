import { useMemo } from 'react'
import { useJsonTexts } from '../texts.ts'

/** The words of the text editor's own panels, by the English ones it asks for. */
export function usePhrases(): Record<string, string> {
  const t = useJsonTexts()
  return useMemo(
    () => ({
      Find: t('phrase.find'),
      Replace: t('phrase.replace'),
      next: t('phrase.next'),
      previous: t('phrase.previous'),
      all: t('phrase.all'),
      'match case': t('phrase.matchCase'),
      'by word': t('phrase.byWord'),
      regexp: t('phrase.regexp'),
      replace: t('phrase.replace'),
      'replace all': t('phrase.replaceAll'),
      close: t('phrase.close'),
      'Go to line': t('phrase.goToLine'),
      go: t('phrase.go'),
      Completions: t('phrase.completions'),
      Diagnostics: t('faults'),
      'Fold line': t('phrase.fold'),
      'Unfold line': t('phrase.unfold'),
      unfold: t('phrase.unfold'),
      'folded code': t('phrase.folded'),
    }),
    [t],
  )
}
