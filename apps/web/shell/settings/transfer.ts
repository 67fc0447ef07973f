import { readSettings, settingsOf, useSettings } from '@qd/web-kit'
import type { Settings } from '@qd/web-kit'

const FILE_NAME = 'quarterdeck-settings.json'
/** A settings file has a few hundred characters; more is some other file. */
const MOST_CHARACTERS = 20_000

/** Gives the settings to the operator as a file. */
export function exportSettings(): void {
  const text = JSON.stringify(settingsOf(useSettings.getState()), null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(address)
}

/** The settings in a file; null when there are none in it. */
export async function settingsInFile(file: File): Promise<Partial<Settings> | null> {
  if (file.size > MOST_CHARACTERS) return null
  try {
    const settings = readSettings(JSON.parse(await file.text()))
    return Object.keys(settings).length === 0 ? null : settings
  } catch {
    // Not JSON: some other file.
    return null
  }
}
