import { useTexts } from '@qd/web-base'
import { useShortcut } from '@qd/web-frame'
import type { RefObject } from 'react'
import '../texts.ts'

/** `/` moves the focus into the box. */
export function useSlashShortcut(input: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  const t = useTexts('scope')
  useShortcut(
    '/',
    () => {
      input.current?.focus()
      input.current?.select()
    },
    { isOn, label: t('uId.label') },
  )
}
