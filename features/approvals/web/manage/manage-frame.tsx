import { goTo } from '@qd/web-base'
import { Panel } from '@qd/web-controls'
import { useTabName } from '@qd/web-frame'
import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApprovalsTexts } from '../texts.ts'
import styles from './manage.module.css'

interface Props {
  title: string
  icon: ReactNode
  count?: number | undefined
  actions?: ReactNode
  children: ReactNode
}

/** A page beside the requests, with the way back to them. */
export function ManageFrame({ title, icon, count, actions, children }: Props): ReactNode {
  const t = useApprovalsTexts()
  useTabName(null)
  return (
    <Panel
      title={title}
      icon={icon}
      className={styles.panel}
      {...(count === undefined ? {} : { count })}
      actions={
        <>
          {actions}
          <Button
            size="small"
            icon={<ArrowLeft size={13} aria-hidden />}
            onClick={() => goTo('/releaseApply')}
          >
            {t('title')}
          </Button>
        </>
      }
    >
      {children}
    </Panel>
  )
}
