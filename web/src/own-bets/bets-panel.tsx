/** A player’s own ways of betting. */
import type { PanelProps } from '../panels/panel-props.js';
import { AutoplayForm } from './autoplay-form.js';
import { Favourites } from './favourites.js';

const BetsPanel = ({ seat }: PanelProps) => (
  <>
    <Favourites seat={seat} />
    <AutoplayForm seat={seat} />
  </>
);
export default BetsPanel;
