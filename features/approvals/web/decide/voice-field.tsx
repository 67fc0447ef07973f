import { useSession } from '@qd/web-base'
import { Select } from 'antd'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './decide.module.css'

interface Props {
  request: ApprovalDetail
  /** Id of the account that is decided for. */
  value: string
  onChange: (id: string) => void
  isLocked: boolean
}

/** For whom somebody decides, where it is not just for themselves. */
export function VoiceField({ request, value, onChange, isLocked }: Props): ReactNode {
  const t = useApprovalsTexts()
  const id = useId()
  const ownId = useSession((state) => state.userInfo?.id)
  const { voices } = request
  if (voices.every((voice) => voice.id === ownId)) return null
  const options = voices.map((voice) => ({
    value: voice.id,
    label: voice.id === ownId ? t('decide.self') : voice.name,
  }))
  return (
    <>
      <label htmlFor={id} className={styles.label}>
        {t('decide.voice')}
      </label>
      <Select id={id} value={value} options={options} disabled={isLocked} onChange={onChange} />
    </>
  )
}
