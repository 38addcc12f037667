/**
 * The last line of the chat with who says it, and how many are unread. A player may be called as
 * they like, so the role stands before the name. Its place is always there: nothing moves.
 */
import { useStore } from 'zustand';
import { classes } from '../../classes.js';
import { DeskButton } from '../desk-button.js';
import { CHAT_KEY } from '../key-caps.js';
import { useDesk } from '../use-desk.js';
import { useDeskChatWords } from './words.js';
import styles from './chat-strip.module.css';

export const ChatStrip = ({ onOpen }: { readonly onOpen: () => void }) => {
  const own = useDeskChatWords();
  const { talk } = useDesk().chat;
  const last = useStore(talk.store, ({ lines }) => lines.at(-1));
  const unread = useStore(talk.store, (view) => view.unread);
  return (
    <div
      className={classes(styles.strip, unread > 0 && styles.fresh)}
      data-part="chat-strip"
      data-unread={unread}
    >
      <DeskButton cap={CHAT_KEY} onPress={onOpen}>
        {unread > 0 && <b className={styles.unread}>{own('unread', { count: unread })}</b>}
        {last === undefined ? (
          own('quiet')
        ) : (
          <>
            <span className={styles.role}>{own(`role.${last.role}`)}</span>{' '}
            <strong>
              <bdi>{last.name}</bdi>
            </strong>{' '}
            <bdi>{last.text}</bdi>
          </>
        )}
      </DeskButton>
    </div>
  );
};
