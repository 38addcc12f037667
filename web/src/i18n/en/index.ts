import lobby from './lobby.json';
import menu from './menu.json';
import roads from './roads.json';
import table from './table.json';

export const english = { ...table, roads, lobby, menu };
