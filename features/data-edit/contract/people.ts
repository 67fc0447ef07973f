import { defineChannel, schemas, z } from '@qd/contract-kit'
import { readPlayerData } from './protocol.ts'

const people = z.array(z.object({ name: z.string(), isEditing: z.boolean() }))
export type PlayerPeople = z.infer<typeof people>

/** Who else has the player open; sent whenever that changes, the caller left out. */
export const playerPeopleChannel = defineChannel({
  name: 'player-people',
  title: 'data-edit.people',
  permission: readPlayerData,
  level: 3,
  open: z.object({
    uId: schemas.uIdText,
    game: z.optional(schemas.shortText),
    /** Stands for the page, so that a page that opens the channel anew does not leave in between. */
    page: z.string().check(z.minLength(1), z.maxLength(64)),
    /** There are pending changes. */
    isEditing: z.boolean(),
  }),
  target: (open) => ({ uId: open.uId, game: open.game }),
  event: z.object({ people }),
})
