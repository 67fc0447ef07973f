import { useSettings } from '@qd/web-base'
import { useShortcut } from './use-shortcut.ts'

/** Presses the submit button of the form the focus is in; false when there is none to press. */
export function submitForm(): void | false {
  const form = document.activeElement?.closest('form')
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled)')
  if (button === null || button === undefined) return false
  button.click()
}

const nothing = (): false => false

/**
 * Keeps ctrl/cmd + r, h, m and enter from the browser on every page, with or without a session (S9.07). What they do is
 * the shell's; before sign-in enter sends the form and the others do nothing.
 */
export function useTakenKeys(): void {
  const isReloadOurs = useSettings((state) => !state.browserReload)
  useShortcut('mod+enter', submitForm, { worksInDialogs: true, isTaken: true })
  useShortcut('mod+h', nothing, { isTaken: true })
  useShortcut('mod+m', nothing, { isTaken: true })
  useShortcut('mod+r', nothing, { isOn: isReloadOurs, isTaken: true })
}
