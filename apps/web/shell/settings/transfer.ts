import { readSettings, saveFile, settingsOf, useSettings } from '@qd/web-base'
import type { Settings } from '@qd/web-base'

const FILE_NAME = 'quarterdeck-settings.json'

/** Gives the settings to the operator as a file. */
export function exportSettings(): void {
  const text = JSON.stringify(settingsOf(useSettings.getState()), null, 2)
  saveFile(FILE_NAME, text)
}

/** The settings in a file; null when there are none in it. */
export async function settingsInFile(file: File): Promise<Partial<Settings> | null> {
  const text = await file.text()
  try {
    const settings = readSettings(JSON.parse(text))
    return Object.keys(settings).length === 0 ? null : settings
  } catch {
    // Not JSON: some other file.
    return null
  }
}
