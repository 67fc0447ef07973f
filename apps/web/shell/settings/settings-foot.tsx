import { DEFAULT_SETTINGS, useSettings, useTexts } from '@qd/web-base'
import { FileButton, alertBox, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Download, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './settings.module.css'
import { exportSettings, settingsInFile } from './transfer.ts'

/** Takes the settings to another console, brings them back, or forgets them. */
export function SettingsFoot(): ReactNode {
  const t = useTexts('shell')
  const change = useSettings((state) => state.change)
  const reset = () => {
    // Whoever resets the looks still wants to read what stands there.
    const { language } = useSettings.getState()
    change({ ...DEFAULT_SETTINGS, language })
  }
  const onFile = async (chosen: File) => {
    const settings = await settingsInFile(chosen)
    if (settings === null) return alertBox(undefined, t('settings.importFailed'))
    change(settings)
    toast.success(t('settings.imported'))
  }
  return (
    <div className={styles.foot}>
      <Button icon={<Download size={15} aria-hidden />} onClick={exportSettings}>
        {t('settings.export')}
      </Button>
      <FileButton label={t('settings.import')} accept="application/json,.json" onFile={onFile} />
      <Button icon={<RotateCcw size={15} aria-hidden />} onClick={reset}>
        {t('settings.reset')}
      </Button>
    </div>
  )
}
