import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { mayChangeServer } from './change.ts'
import type { ChangeDoes } from './change.ts'

/** A button for a change of the server; where it may not be made, its title says why. */
export function ChangeButton(props: {
  database: OpenDatabase
  isDisabled?: boolean
  does?: ChangeDoes
  onClick: () => void
  children: ReactNode
}): ReactNode {
  const t = useRedisTexts()
  const refused = mayChangeServer(props.database, props.does)
  return (
    <Button
      size="small"
      disabled={refused !== null || props.isDisabled === true}
      title={refused === null ? undefined : t(`server.${refused}`)}
      onClick={props.onClick}
    >
      {props.children}
    </Button>
  )
}
