import cashier from './cashier.json';
import chat from './chat.json';
import help from './help.json';
import history from './history.json';
import lobby from './lobby.json';
import menu from './menu.json';
import roads from './roads.json';
import settings from './settings.json';
import table from './table.json';

export const italian = { ...table, roads, lobby, chat, history, cashier, settings, help, menu };
