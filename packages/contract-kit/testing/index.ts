export { noteDoor, noteStandingDoor } from './doors.ts'
