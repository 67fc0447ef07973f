import { saveFile, useTexts } from '@qd/web-base'
import { CopyButton } from '@qd/web-frame'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import '../texts.ts'
import styles from './second-factor.module.css'

/** The codes for whoever does not have their phone at hand; they are shown this once. */
export function RecoveryCodes(props: { codes: readonly string[]; onKept: () => void }): ReactNode {
  const t = useTexts('session')
  const text = `${props.codes.join('\n')}\n`
  return (
    <div className={styles.steps}>
      <p className={styles.hint}>{t('factor.codesHint')}</p>
      <ul className={styles.codes} aria-label={t('factor.codes')}>
        {props.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <CopyButton text={text} label={t('factor.copyCodes')} />
        <Button
          icon={<Download size={15} aria-hidden />}
          onClick={() => saveFile('quarterdeck-recovery-codes.txt', text, 'text/plain')}
        >
          {t('factor.download')}
        </Button>
        <span className={styles.gap} />
        <Button type="primary" onClick={props.onKept}>
          {t('factor.kept')}
        </Button>
      </div>
    </div>
  )
}
