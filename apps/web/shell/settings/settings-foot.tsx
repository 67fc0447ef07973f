import { DEFAULT_SETTINGS, toast, useSettings, useTexts } from '@qd/web-kit'
import { Button } from 'antd'
import { Download, RotateCcw, Upload } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './settings.module.css'
import { exportSettings, settingsInFile } from './transfer.ts'

/** Takes the settings to another console, brings them back, or forgets them. */
export function SettingsFoot(): ReactNode {
  const t = useTexts('shell')
  const file = useRef<HTMLInputElement>(null)
  const change = useSettings((state) => state.change)
  const reset = () => {
    // Whoever resets the looks still wants to read what stands there.
    const { language } = useSettings.getState()
    change({ ...DEFAULT_SETTINGS, language })
  }
  const onFile = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    const settings = await settingsInFile(chosen)
    if (settings === null) return toast.warning(t('settings.importFailed'))
    change(settings)
    toast.success(t('settings.imported'))
  }
  return (
    <div className={styles.foot}>
      <Button icon={<Download size={15} aria-hidden />} onClick={exportSettings}>
        {t('settings.export')}
      </Button>
      <Button icon={<Upload size={15} aria-hidden />} onClick={() => file.current?.click()}>
        {t('settings.import')}
      </Button>
      <Button icon={<RotateCcw size={15} aria-hidden />} onClick={reset}>
        {t('settings.reset')}
      </Button>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label={t('settings.import')}
        className={styles.file}
        onChange={(event) => {
          void onFile(event.target.files?.[0])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
